export { packArchive, readManifest, verifyArchive } from './archive';
export { type RecordingContent, toFiles } from './map';
export { type OpenedRecording, openRecording } from './source';
