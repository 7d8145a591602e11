export { makeGrafanaSource } from './source';
