export { makePrometheusSource } from './source';
