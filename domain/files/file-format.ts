import { listZipNames } from './zip-names.ts'

/** What people call a file. */
export const fileFormatKinds = ['pdf', 'text', 'calendar', 'document', 'spreadsheet', 'slides', 'archive', 'audio', 'video'] as const
export type FileFormatKind = (typeof fileFormatKinds)[number]

/** `extensions`: those that a name may end with. The first one is added to a name with another ending. */
export type FileFormat = { kind: FileFormatKind; type: string; extensions: readonly string[] }

/** So many bytes from the start of a file are enough for `detectByHead`. */
export const headLength = 4096

const readLetters = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

const mp3: FileFormat = { kind: 'audio', type: 'audio/mpeg', extensions: ['mp3'] }

/** Recognizes the formats whose first bytes are enough, so that their files need not be read as a whole. */
export function detectByHead(head: Uint8Array): FileFormat | null {
  const start = readLetters(head, 0, 12)
  if (start.startsWith('%PDF-')) return { kind: 'pdf', type: 'application/pdf', extensions: ['pdf'] }
  if (start.startsWith('ID3') || isMp3Frame(head)) return mp3
  if (start.startsWith('fLaC')) return { kind: 'audio', type: 'audio/flac', extensions: ['flac'] }
  if (start.startsWith('OggS')) return { kind: 'audio', type: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'] }
  if (/^RIFF.{4}WAVE$/s.test(start)) return { kind: 'audio', type: 'audio/wav', extensions: ['wav'] }
  if (start.slice(4, 8) === 'ftyp') return detectMp4(start.slice(8))
  if (start.startsWith('\x1a\x45\xdf\xa3')) return detectMatroska(readLetters(head, 0, 64))
  return null
}

/** A frame of layer III starts with eleven ones. Its rates are never the reserved values. */
const isMp3Frame = ([first, second = 0, third = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08 && third >> 4 !== 0xf && (third & 0x0c) !== 0x0c

/** The same container is used for pictures (HEIC, AVIF), which are not taken as files. */
function detectMp4(brand: string): FileFormat | null {
  if (/^M4[AB] /.test(brand)) return { kind: 'audio', type: 'audio/mp4', extensions: ['m4a', 'm4b'] }
  if (brand === 'qt  ') return { kind: 'video', type: 'video/quicktime', extensions: ['mov'] }
  if (/^(iso[m2-9]|mp4[12]|avc1|dash|M4V|MSNV|3g[pr2])/.test(brand))
    return { kind: 'video', type: 'video/mp4', extensions: ['mp4', 'm4v', '3gp'] }
  return null
}

function detectMatroska(head: string): FileFormat | null {
  if (head.includes('webm')) return { kind: 'video', type: 'video/webm', extensions: ['webm'] }
  return head.includes('matroska') ? { kind: 'video', type: 'video/x-matroska', extensions: ['mkv'] } : null
}

/** Recognizes a file by its content. The name and the declared type can be wrong. Null if we do not take such files. */
export const detectFile = (bytes: Uint8Array): FileFormat | null => detectByHead(bytes) ?? detectZip(bytes) ?? detectText(bytes)

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The formats that are a ZIP file with a certain file in it. */
const zippedFormats: readonly (FileFormat & { has: string })[] = [
  { kind: 'document', type: `${office}.wordprocessingml.document`, extensions: ['docx'], has: 'word/document.xml' },
  { kind: 'spreadsheet', type: `${office}.spreadsheetml.sheet`, extensions: ['xlsx'], has: 'xl/workbook.xml' },
  { kind: 'slides', type: `${office}.presentationml.presentation`, extensions: ['pptx'], has: 'ppt/presentation.xml' },
]

const openDocumentFormats: readonly FileFormat[] = [
  { kind: 'document', type: `${openDocument}.text`, extensions: ['odt'] },
  { kind: 'spreadsheet', type: `${openDocument}.spreadsheet`, extensions: ['ods'] },
  { kind: 'slides', type: `${openDocument}.presentation`, extensions: ['odp'] },
]

/** Programs in disguise: documents with macros, Java and Android programs, extensions of browsers. */
const isProgram = (name: string) =>
  /(^|\/)vbaProject\.bin$/i.test(name) || /^(META-INF\/MANIFEST\.MF|AndroidManifest\.xml|manifest\.json)$/i.test(name)

function detectZip(bytes: Uint8Array): FileFormat | null {
  if (readLetters(bytes, 0, 4) !== 'PK\x03\x04') return null
  const names = listZipNames(bytes)
  if (!names || names.some(isProgram)) return null
  const zipped = zippedFormats.find(({ has }) => names.includes(has))
  if (zipped) return { kind: zipped.kind, type: zipped.type, extensions: zipped.extensions }
  // An OpenDocument file says first what it is, and does not compress that.
  if (names[0] === 'mimetype') {
    const said = readLetters(bytes, 30, 80)
    return openDocumentFormats.find(({ type }) => said.startsWith(`mimetype${type}PK`)) ?? null
  }
  return { kind: 'archive', type: 'application/zip', extensions: ['zip'] }
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Text has no control characters, apart from tabs and the ends of lines and pages. Text that begins as a web page or a drawing is refused. */
function detectText(bytes: Uint8Array): FileFormat | null {
  if (bytes.length === 0 || bytes.some((byte) => byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)))
    return null
  const hasMark = byteOrderMark.every((byte, at) => bytes[at] === byte)
  const start = readLetters(bytes, hasMark ? byteOrderMark.length : 0, 1024).trimStart()
  if (start.startsWith('<')) return null
  if (/^BEGIN:VCALENDAR\b/i.test(start)) return { kind: 'calendar', type: 'text/calendar', extensions: ['ics'] }
  return { kind: 'text', type: `text/plain${isUtf8(bytes) ? '; charset=utf-8' : ''}`, extensions: ['txt', 'csv', 'tsv', 'md', 'log'] }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
