export { makeJaegerSource } from './source';
