import { describe, expect, it } from 'vitest'
import { detectByHead, detectFile, headLength } from '../../domain/files/file-format.ts'
import { makeAttachment, makeSafeName } from '../../domain/files/safe-name.ts'
import { refusedFiles, takenFiles } from './file-examples.ts'
import { joinBytes } from './pictures.ts'

describe('The content of a file', () => {
  it.each(Object.entries(takenFiles))('says what %s is', (name, [kind, bytes]) => {
    const format = detectFile(bytes)
    expect(format?.kind).toBe(kind)
    expect(format?.extensions).toContain(name.split('.')[1])
  })

  it.each(Object.entries(refusedFiles))('of %s is refused', (_name, bytes) => {
    expect(detectFile(bytes)).toBeNull()
  })

  it('is recognized by its start alone only if the rest does not matter', () => {
    const found = Object.entries(takenFiles).filter(([, [, bytes]]) => detectByHead(bytes.subarray(0, headLength)))
    expect(new Set(found.map(([, [kind]]) => kind))).toEqual(new Set(['pdf', 'audio', 'video']))
    const hidden = joinBytes(new Uint8Array(10_000).fill(65), [0])
    expect([detectByHead(hidden), detectFile(hidden)]).toEqual([null, null])
  })
})

describe('The name of a file', () => {
  it.each([
    ['rules.pdf', 'rules.pdf'],
    ['Rules.PDF', 'Rules.PDF'],
    ['setup.exe', 'setup.exe.pdf'],
    ['rules', 'rules.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a\u202Efdp.exe', 'a fdp.exe.pdf'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['...', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['Plan für Zoë 🎾.pdf', 'Plan für Zoë 🎾.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
  ])('%j is saved as %j', (given, saved) => {
    expect(makeSafeName(given, ['pdf'])).toBe(saved)
  })

  it('cannot leave its header', () => {
    expect(makeAttachment('a"b\\c%d é.txt')).toBe(`attachment; filename="a_b_c_d e.txt"; filename*=UTF-8''a%22b%5Cc%25d%20%C3%A9.txt`)
    expect(makeAttachment("🎾(1)'*.txt")).toBe(`attachment; filename="(1)'*.txt"; filename*=UTF-8''%F0%9F%8E%BE%281%29%27%2A.txt`)
  })
})
