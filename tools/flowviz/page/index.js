// Pages of variants: the language, and the size of charts.
'use strict';

const zooms = [...document.querySelectorAll('[data-chart]')].map((section) => page.makeZoom(section));
// A chart in the language that was not shown had no width to fit.
document.addEventListener('langchange', () => zooms.forEach((zoom) => zoom.apply()));
const wanted = location.hash.slice(1);
page.setLang(wanted === 'lang=zh' ? 'zh' : wanted === 'lang=en' ? 'en' : page.lang());
