import { strToU8, type Zippable, zipSync } from 'fflate'
import { joinBytes } from './pictures.ts'

const text = (words: string) => joinBytes(new TextEncoder().encode(words))
const zip = (files: Zippable) => zipSync(files) as Uint8Array<ArrayBuffer>
const named = (...names: string[]) => zip(Object.fromEntries(names.map((name) => [name, strToU8('x')])))
const mp4 = (brand: string) => joinBytes([0, 0, 0, 24], text(`ftyp${brand}`), new Uint8Array(64))
const openDocument = (type: string) =>
  zip({ mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }], 'content.xml': strToU8('<x/>') })

/** The start of a file of each kind that messages take. */
export const takenFiles = {
  'rules.pdf': ['pdf', text('%PDF-1.7\n...')],
  'notes.txt': ['text', text('Bring two balls.\r\n\tSee you!')],
  'players.csv': ['text', joinBytes([0xef, 0xbb, 0xbf], text('name,level\nZoë,3\n'))],
  'latin.csv': ['text', joinBytes(text('name\nZo'), [0xeb], text('\n'))],
  'games.ics': ['calendar', text('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')],
  'photos.zip': ['archive', named('a.jpg', 'b.jpg')],
  'plan.docx': ['document', named('[Content_Types].xml', 'word/document.xml')],
  'table.xlsx': ['spreadsheet', named('[Content_Types].xml', 'xl/workbook.xml')],
  'talk.pptx': ['slides', named('[Content_Types].xml', 'ppt/presentation.xml')],
  'plan.odt': ['document', openDocument('text')],
  'table.ods': ['spreadsheet', openDocument('spreadsheet')],
  'talk.odp': ['slides', openDocument('presentation')],
  'song.mp3': ['audio', joinBytes(text('ID3'), new Uint8Array(32))],
  'beat.mp3': ['audio', joinBytes([0xff, 0xfb, 0x90, 0x64], new Uint8Array(32))],
  'voice.m4a': ['audio', mp4('M4A ')],
  'voice.ogg': ['audio', joinBytes(text('OggS'), new Uint8Array(32))],
  'voice.wav': ['audio', joinBytes(text('RIFF'), [9, 0, 10, 0], text('WAVEfmt '))],
  'voice.flac': ['audio', joinBytes(text('fLaC'), new Uint8Array(32))],
  'serve.mp4': ['video', mp4('isom')],
  'serve.mov': ['video', mp4('qt  ')],
  'serve.webm': ['video', joinBytes([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(8), text('webm'))],
} satisfies Record<string, readonly [string, Uint8Array<ArrayBuffer>]>

/** A ZIP file with another list of files in front of its real one. */
function twoLists(): Uint8Array<ArrayBuffer> {
  const honest = named('a.txt')
  return joinBytes(honest.subarray(0, -22), text('PK'), new Uint8Array(40), honest.subarray(-22))
}

/** Content that is not what its name says, or that could run. */
export const refusedFiles = {
  'page.png': text('<!doctype html><script>alert(1)</script>'),
  'marked.txt': joinBytes([0xef, 0xbb, 0xbf], text('\n  <html><body onload=alert(1)>')),
  'drawing.svg': text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'feed.csv': text('<?xml version="1.0"?><x/>'),
  'program.pdf': joinBytes(text('MZ'), new Uint8Array(60)),
  'program.txt': joinBytes([0x7f], text('ELF'), new Uint8Array(60)),
  'zero.txt': text('Hello\0 there'),
  'empty.txt': new Uint8Array(),
  'late.pdf': text(' \x00%PDF-1.7'),
  'app.zip': named('META-INF/MANIFEST.MF', 'Main.class'),
  'phone.zip': named('AndroidManifest.xml', 'classes.dex'),
  'extension.zip': named('manifest.json', 'background.js'),
  'macros.docx': named('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
  'cut.zip': joinBytes(named('a.txt').subarray(0, -10)),
  'two-lists.zip': twoLists(),
  'old.doc': joinBytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], new Uint8Array(500)),
  'archive.rar': joinBytes(text('Rar!'), [0x1a, 0x07, 0x01, 0x00]),
  'picture.heic': mp4('heic'),
  'moving.gif': joinBytes(text('GIF89a'), new Uint8Array(32)),
} satisfies Record<string, Uint8Array<ArrayBuffer>>
