export { type AttributeOptions, type Attributed, attribute, attributePeers, attributeTrace, signatureOf, subjectSpan } from './attribute';
export { COHORT_SIZE, attributeAll, raiseCohorts } from './cohort';
export { bandOf } from './confidence';
export type { RoleRule } from './families';
export { type ProfileCount, addCounts, countEmitters, learnProfiles, profileRows, toProfiles } from './learn';
export { type EmitterProfile, type Profiles, MIN_SAMPLES } from './profile';
export { type ProxyStatusMember, parseProxyStatus } from './proxy-status';
export { toRequestSample } from './request-sample';
export type { SubjectMatch } from './subject';
