"""The style sheet of the HTML report: for screens by day and night, for phones, for paper. Colors keep contrast 4.5."""

STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#4d555e;--faint:#f4f5f7;--line:#c9ced4;
--ok:#0b5a1e;--bad:#a30d0d;--open:#6b4400;--okback:#eaf6ed;--badback:#fdeeee;--openback:#fdf4e3;
--left:#1b5e8a;--right:#b4510f;--mark:#fff3c4;--link:#0b4f8a}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e8eaed;--soft:#b3bac2;--faint:#1f2429;
--line:#454d55;--ok:#85e0a3;--bad:#ff9d95;--open:#f2c572;--okback:#16281c;--badback:#321a1a;--openback:#2e2413;
--left:#6cb4ee;--right:#f0a261;--mark:#4a3d0c;--link:#8cc4ff}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--ink);background:var(--paper);margin:0}
main,header,footer{max-width:52rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}footer{padding-bottom:3rem;color:var(--soft);font-size:.9rem}
h1{font-size:1.75rem;line-height:1.2;margin:.2rem 0 .6rem}
h2{font-size:1.35rem;line-height:1.3;margin:0 0 .3rem}h3{font-size:1.08rem;line-height:1.4;margin:.4rem 0}
h4{font-size:1rem;margin:1.2rem 0 .3rem}p{margin:.5rem 0}
h1,h2,h3,h4,p,li,td,th,dd,dt,code,summary,figcaption,a,span{overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:.5rem;top:.5rem;padding:.4rem .8rem;background:var(--paper)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88em}
code{background:var(--faint);padding:.05em .3em;border-radius:3px}
mark{background:var(--mark);color:inherit;font-weight:700;padding:0 .1em}
.product,.where,.small{color:var(--soft);font-size:.9rem}
.badge{display:inline-block;font-weight:700;padding:.05rem .6rem;border:1.5px solid;border-radius:1rem;font-size:.9rem}
.ok{color:var(--ok);background:var(--okback)}.bad{color:var(--bad);background:var(--badback)}
.open{color:var(--open);background:var(--openback)}
.outcome{list-style:none;padding:0;margin:1rem 0;display:grid;gap:.5rem}
.outcome li{padding:.6rem .9rem;border-left:5px solid;font-weight:600}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{text-align:left;vertical-align:top;padding:.45rem .4rem;border-bottom:1px solid var(--line)}
td.verdict{width:13.5rem}
@media (max-width:30rem){td.verdict{width:8rem}}
section{margin-top:2.5rem;padding-top:1.2rem;border-top:1px solid var(--line)}
section section{margin-top:1.2rem;padding:.7rem 1rem 1rem;border:1px solid var(--line);border-left-width:5px;
border-radius:4px;color:var(--ink);background:none}
section.claim{color:inherit!important;background:none!important}section.claim.ok{border-left-color:var(--ok)}
section.claim.bad{border-left-color:var(--bad)}section.claim.open{border-left-color:var(--open)}
dl{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:.3rem 1rem;margin:.8rem 0}
@media (max-width:30rem){main,header,footer{padding-left:.7rem;padding-right:.7rem}section section{padding:.6rem .5rem}
dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:.5rem!important}}
dt{font-weight:600;color:var(--soft)}dd{margin:0}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr));gap:.7rem;margin:.6rem 0}
.side{border:1px solid var(--line);border-top-width:4px;border-radius:4px;padding:.5rem .8rem}
.side.l{border-top-color:var(--left)}.side.r{border-top-color:var(--right)}
.side p{margin:.2rem 0}.side b{display:block}
figure{margin:1rem 0;max-width:27rem}figcaption{font-size:.9rem;color:var(--soft)}
svg{width:100%;height:auto;display:block}
svg text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--ink)}
svg text.marked{font-weight:700}
.left{fill:var(--left)}.right{fill:var(--right)}.frame{fill:var(--mark);stroke:var(--open)}
.axis{stroke:var(--soft)}.grid{stroke:var(--line)}.limit{stroke:var(--ink);stroke-dasharray:3 2}
.curve{fill:none;stroke:var(--left);stroke-width:2}.other{stroke:var(--right);stroke-dasharray:7 2}
.dot{fill:var(--left)}
.rail{stroke:var(--left);stroke-width:1.2}.box{fill:var(--faint);stroke:var(--soft)}
ol.path{list-style:none;padding:0;margin:.6rem 0;border-top:1px solid var(--line)}
ol.path li{padding:.4rem 0;border-bottom:1px solid var(--line);break-inside:avoid}
ol.path .two{margin:.2rem 0 0;gap:.1rem .7rem}
.tag{font-weight:700}.tag.l{color:var(--left)}.tag.r{color:var(--right)}
@media screen and (prefers-color-scheme:light){.tag.r{color:#8f3f08}}
pre{background:var(--faint);padding:.7rem;overflow-x:auto;border-radius:4px;line-height:1.45;margin:.5rem 0}
pre.command{white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:.6rem 0}summary{cursor:pointer;font-weight:600;padding:.2rem 0}
@media print{@page{margin:18mm 15mm}
body{font-size:10.5pt}main,header,footer{max-width:none;padding:0}.skip,nav{display:none}
a{color:inherit;text-decoration:none}
h2,h3,h4,dt,summary{break-after:avoid}figure,svg,.two,dl,tr{break-inside:avoid}section section{break-inside:auto}
figure{max-width:9.5cm}pre{white-space:pre-wrap;overflow-wrap:anywhere}
details::details-content{content-visibility:visible;block-size:auto;opacity:1}summary{list-style:none}}
"""
