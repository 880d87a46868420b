/** A ZIP file with more files than this is not read. */
const maxNames = 20_000
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const maxCommentLength = 65_535

/** The names in the list at the end of a ZIP file. Null if the list is damaged, too long, or not where the file says. */
export function listZipNames(bytes: Uint8Array): string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  if (count > maxNames) return null
  const names: string[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature) return null
    const length = view.getUint16(at + 28, true)
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)))
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  // Anything between the list and its end could be another list, which other programs would read.
  return at === end ? names : null
}

/** The list ends with a block that may have a comment behind it. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - endLength
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at--)
    if (view.getUint32(at, true) === endSignature && at + endLength + view.getUint16(at + 20, true) === view.byteLength) return at
  return null
}
