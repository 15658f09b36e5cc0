// Shared by all pages: the language switch, and zoom of charts.
'use strict';

const page = {
  lang() { return document.documentElement.lang; },
  say(zh, en) { return this.lang() === 'zh' ? zh : en; },

  setLang(lang) {
    document.documentElement.lang = lang;
    for (const button of document.querySelectorAll('[data-lang]')) button.setAttribute('aria-pressed', String(button.dataset.lang === lang));
    for (const element of document.querySelectorAll('[data-zh]')) {
      const text = lang === 'zh' ? element.dataset.zh : element.dataset.en;
      if (element.hasAttribute('aria-label')) element.setAttribute('aria-label', text);
      else element.textContent = text;
    }
    document.dispatchEvent(new Event('langchange'));
  },

  // A box `.chart` with buttons whose data-zoom is a factor, or "fit" for the width of the box.
  makeZoom(root) {
    const state = {factor: 0};
    const apply = () => {
      for (const svg of root.querySelectorAll('.chart svg')) {
        const natural = svg.viewBox.baseVal;
        const box = svg.closest('.chart');
        if (box.clientWidth === 0) continue;  // the other language
        const width = state.factor === 0 ? Math.max(box.clientWidth - 4, 200) : natural.width * state.factor;
        svg.setAttribute('width', String(Math.round(width)));
        svg.setAttribute('height', String(Math.round(width * natural.height / natural.width)));
      }
    };
    for (const button of root.querySelectorAll('[data-zoom]')) {
      button.addEventListener('click', () => {
        if (button.dataset.zoom === 'fit') {
          state.factor = 0;
        } else {
          const svg = [...root.querySelectorAll('.chart svg')].find((one) => one.clientWidth > 0);
          const now = state.factor || svg.clientWidth / svg.viewBox.baseVal.width || 1;
          state.factor = Math.min(3, Math.max(0.15, now * Number(button.dataset.zoom)));
        }
        apply();
      });
    }
    addEventListener('resize', apply);
    apply();
    return {apply, set(factor) { state.factor = factor; apply(); }};
  },
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-lang]');
  if (button) page.setLang(button.dataset.lang);
});
