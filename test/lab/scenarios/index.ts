import { zones } from '../fleet';
import { rollOut, scaleUp } from '../rollout';
import type { ScenarioName } from '../truth';
import { beforeAfter, zoneAwareFrom } from './before-after';
import { flipCauses } from './flip-causes';
import { rollingOnEnvoy, rollingOnSkipper } from './rolling-502';
import type { Scenario, ScenarioContext } from './scenario';
import { rolloutWithSingleError } from './single-error';
import { routelessCanary, scannerWave, setHints } from './steps';

const images = {
  shop: ['registry.example.org/shop/shop:1.4.1', 'registry.example.org/shop/shop:1.5.0'],
  cart: ['registry.example.org/shop/cart:0.9.4'],
  apiserver: ['registry.example.org/milo/milo:0.24.2', 'registry.example.org/milo/milo:0.25.0'],
} as const;

/** Hints come and go: each number is the length of a state in seconds, beginning with concentrated. */
async function flap(context: ScenarioContext, states: readonly number[]): Promise<void> {
  for (const [index, seconds] of states.entries()) {
    setHints(context, index % 2 === 0);
    await context.stretch(seconds);
  }
}

const abrupt = async (context: ScenarioContext, app: 'shop' | 'apiserver') => {
  context.rollouts.push(await rollOut(context, app, { mode: 'abrupt', image: images[app][0] }));
};
/** With Envoy its retries must save what comes between a pod's end and the news of it. */
const gently = async (context: ScenarioContext, app: 'shop' | 'apiserver') => {
  context.rollouts.push(await rollOut(context, app, { mode: app === 'shop' ? 'drained' : 'early', retries: app === 'apiserver', image: images[app][1] }));
};

/** All scenarios. Each begins and ends with a quiet stretch. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'flapping-hints': {
    title: 'hints come and go, traffic flips between spread and concentrated',
    minutes: 5.8,
    async run(context) {
      await context.stretch(80);
      await flap(context, [45, 45, 45, 45, 45, 40]);
    },
  },
  'routeless-canary': {
    title: 'a canary without routes takes a seventh of the traffic; midway scanners come, at twenty times the normal rate of 404s',
    minutes: 4.3,
    async run(context) {
      await context.stretch(80);
      await Promise.all([routelessCanary(context, 100), context.stretch(55).then(() => scannerWave(context, 80, 20))]);
      await context.stretch(45);
    },
  },
  'scanner-noise': {
    title: 'scanners at twenty times the normal rate of 404s, in the end half of them over one kept-open connection',
    minutes: 4,
    async run(context) {
      await context.stretch(90);
      await scannerWave(context, 90, 20, 0.5);
      await context.stretch(60);
    },
  },
  'rolling-502-skipper': {
    title: 'the same rollout four times on Skipper: abrupt; drained; with its retry; with its retry and passive checks; then one failed request at 2 a second',
    minutes: 6.3,
    stack: { victoria: true },
    run: rollingOnSkipper,
  },
  'rolling-502-envoy': {
    title: 'the same rollout four times on Envoy: abrupt; drained; with retries; with retries and health checks',
    minutes: 4.8,
    stack: { victoria: true },
    run: rollingOnEnvoy,
  },
  'quiet-day': {
    title: 'a normal day with a scaling from 3 to 4 pods',
    minutes: 4,
    async run(context) {
      await context.stretch(90);
      await scaleUp(context, 'shop', zones[0]);
      context.events.push({ kind: 'scaling', at: Date.now(), workload: 'shop/shop', fromReplicas: 3, toReplicas: 4 });
      await context.stretch(140);
    },
  },
  'flip-causes': {
    title: 'one flip after another, each by another cause',
    minutes: 8.9,
    run: flipCauses,
  },
  'before-after': {
    title: 'flapping hints, then the switch to PreferSameZone and quiet',
    minutes: 7.5,
    stack: { zoneAwareFrom },
    run: beforeAfter,
  },
  story: {
    title: 'all of it in one timeline: the bundled demo',
    minutes: 22,
    async run(context) {
      await context.stretch(120);
      await flap(context, [70, 90, 60, 80, 70, 90]);
      await routelessCanary(context, 100);
      await context.stretch(60);
      await scannerWave(context, 110, 20);
      await context.stretch(70);
      await abrupt(context, 'shop');
      await context.stretch(60);
      await abrupt(context, 'apiserver');
      await context.stretch(60);
      await rolloutWithSingleError(context, images.cart[0]);
      await context.stretch(50);
      await gently(context, 'apiserver');
      await context.stretch(40);
      await gently(context, 'shop');
      await context.stretch(60);
    },
  },
};
