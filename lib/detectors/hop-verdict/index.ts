export { type AttributeOptions, attribute, subjectSpan } from './attribute';
export { bandOf } from './confidence';
export type { RoleRule } from './families';
export { type EmitterProfile, type Profiles, MIN_SAMPLES, learnProfiles } from './profile';
export { type ProxyStatusMember, parseProxyStatus } from './proxy-status';
export { toRequestSample } from './request-sample';
export type { SubjectMatch } from './subject';
