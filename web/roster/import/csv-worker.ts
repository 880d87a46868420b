import { readTable } from './read-csv.ts'

// A file of ours, because the policy of the page refuses the worker that papaparse builds itself.
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => self.postMessage(readTable(new Uint8Array(data)))
