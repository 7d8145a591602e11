// Runs in each page before its own scripts. Notes when something was last drawn, on SVG or canvas, and moves a pointer over charts.
// Plain script: it is given to the browser as it is.
window.weirBench = (() => {
  let last = null;
  let drawings = 0;

  /** Calls back when the frame that follows is done: styles, layout and paint included. */
  const afterFrame = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then();
    channel.port2.postMessage(0);
  });
  const drawn = () => {
    drawings += 1;
    afterFrame(() => { last = performance.now(); });
  };

  const isDrawing = (node) => node instanceof Element && (node.closest('svg') !== null || node.querySelector('svg path, svg rect') !== null);
  new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'attributes' ? isDrawing(record.target) : [...record.addedNodes].some(isDrawing)) return drawn();
    }
    return undefined;
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['d', 'points'] });
  for (const method of ['stroke', 'fill']) {
    const own = CanvasRenderingContext2D.prototype[method];
    CanvasRenderingContext2D.prototype[method] = function draw(...args) {
      drawn();
      return own.apply(this, args);
    };
  }

  /** When the last resource whose address matches came in; null: none yet. */
  const lastEnd = (pattern) => {
    const ends = performance.getEntriesByType('resource').filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd);
    return ends.length > 0 ? Math.max(...ends) : null;
  };

  /** What is known now. `queryEnd`: the last answer of a store; `answerEnd`: the last one of any API. */
  const state = () => {
    const frames = [...document.querySelectorAll('[data-testid=chart-frame]')];
    return {
      now: performance.now(), last, drawings, queryEnd: lastEnd(/query_range/), answerEnd: lastEnd(/\/api\/v1\//),
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
      frames: frames.length, loading: frames.filter(({ dataset }) => dataset.state === 'loading').length,
      charts: document.querySelectorAll('.recharts-surface').length,
    };
  };

  const frameTime = (act) => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const began = performance.now();
      act();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - began);
      channel.port2.postMessage(0);
    });
  });

  /** Moves the pointer step by step over each chart. Times from the event to after its frame, and those of frames without a move. */
  const hover = async (stepsPerChart) => {
    const [moves, idle] = [[], []];
    let answered = 0;
    for (const chart of document.querySelectorAll('.recharts-surface')) {
      const box = chart.getBoundingClientRect();
      for (let i = 0; i < stepsPerChart; i += 1) {
        const at = { clientX: box.left + box.width * (0.1 + (0.85 * i) / stepsPerChart), clientY: box.top + box.height / 2 };
        const target = document.elementFromPoint(at.clientX, at.clientY);
        if (!target) continue;
        const before = texts();
        moves.push(await frameTime(() => { target.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerType: 'mouse', isPrimary: true })); }));
        if (texts() !== before) answered += 1;
        if (i % 4 === 0) idle.push(await frameTime(() => {}));
      }
    }
    return { moves, idle, answered };
  };
  const texts = () => [...document.querySelectorAll('[role=status] [data-slot=time]')].map(({ textContent }) => textContent).join('|');

  return { state, hover };
})();
