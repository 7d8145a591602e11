import type { FakeBackend } from './backend';
import { jaegerV1, jaegerV3 } from './jaeger';
import { tempoNew, tempoOfVictoria, tempoOld } from './tempo';
import { victoriaTraces } from './victoria-traces';
import { zipkinOwn, zipkinShared } from './zipkin';

/** A fake of every kind of backend that an adapter must get along with. */
export const fakeBackends: readonly FakeBackend[] = [jaegerV1, jaegerV3, tempoNew, tempoOld, tempoOfVictoria, victoriaTraces, zipkinOwn, zipkinShared];
