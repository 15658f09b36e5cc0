// Pages of variants: the language, and the size of charts.
'use strict';

const zooms = [...document.querySelectorAll('[data-chart]')].map((section) => page.makeZoom(section));
// A chart in the hidden language had no width, so fit it when it is shown.
document.addEventListener('langchange', () => zooms.forEach((zoom) => zoom.apply()));
const wanted = location.hash.slice(1);
page.setLang(wanted === 'lang=zh' ? 'zh' : wanted === 'lang=en' ? 'en' : page.lang());
