import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionOf, splitMentions } from '../../domain/messages/mentions.ts'
import {
  changeWords,
  findTypedName,
  insertMention,
  noWords,
  openWords,
  readStoredWords,
  writeSource,
} from '../../web/messages/draft-words.ts'

const dana = { id: 'dana', name: 'Dana Alvarez', pictureUrl: null }
const nameOf = (id: string) => (id === 'dana' ? dana.name : null)

describe('A text with mentions, while somebody writes it', () => {
  it('is the same after it was opened and written', () => {
    const piece = fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{1,12}$/).map(mentionOf), fc.constant(mentionOf('dana')))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const source = pieces.join('')
        const words = openWords(source, nameOf)
        expect(writeSource(words)).toBe(source)
        expect(readStoredWords(JSON.parse(JSON.stringify(words)))).toEqual(words)
      }),
    )
  })

  it('keeps the mentions that a change does not touch, and only those', () => {
    const change = fc.record({
      at: fc.nat(60),
      removed: fc.nat(8),
      added: fc.string({ maxLength: 5, unit: fc.constantFrom('.', ' ', '#') }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        let words = openWords(`- ${mentionOf('dana')} - ${mentionOf('gone')} - ${mentionOf('dana')} -`, nameOf)
        for (const { at, removed, added } of changes) {
          const next = words.text.slice(0, at) + added + words.text.slice(at + removed)
          words = changeWords(words, next, Math.min(at, words.text.length) + added.length)
          expect(words.text).toBe(next)
          for (const { id, start, end } of words.mentions) expect(next.slice(start, end)).toBe(`@${nameOf(id) ?? 'someone'}`)
        }
        const written = splitMentions(writeSource(words))
        expect(written.flatMap(({ userId }) => userId ?? [])).toEqual(words.mentions.map(({ id }) => id))
      }),
    )
  })

  it('loses a mention whose name is edited or written on, and no other', () => {
    const words = openWords(`${mentionOf('dana')} and ${mentionOf('dana')}`, nameOf)
    const type = (next: string, caret: number) => writeSource(changeWords(words, next, caret))
    expect(type('@Dana Alvare and @Dana Alvarez', 12)).toBe('@Dana Alvare and <@dana>')
    expect(type('@Dana Alvarez and @Dana Alvarezo', 32)).toBe('<@dana> and @Dana Alvarezo')
    expect(type('@Dana Alvarez and @Dana Alvarez!', 32)).toBe('<@dana> and <@dana>!')
    expect(type('@@Dana Alvarez and @Dana Alvarez', 1)).toBe('@<@dana> and <@dana>')
    // A whole mention is cut, and the other one with the same name stays.
    expect(type('@Dana Alvarez', 0)).toBe('<@dana>')
    expect(type('', 0)).toBe('')
    // The caret is not where the text was changed.
    expect(type('@Dana Alvarez or @Dana Alvarez', 3)).toBe('<@dana> or <@dana>')
  })

  it('says which name is typed at the caret', () => {
    const typed = (text: string, words = { text, mentions: noWords.mentions }) => findTypedName(words, text.length)
    expect(typed('@')).toEqual({ start: 0, q: '' })
    expect(typed('Hi @Dan')).toEqual({ start: 3, q: 'Dan' })
    expect(typed('Hi (@Dana Al')).toEqual({ start: 4, q: 'Dana Al' })
    expect(typed('me@example')).toBeNull()
    expect(typed('Hi @ Dana')).toBeNull()
    expect(typed('Hi @Dana\nand')).toBeNull()
    expect(typed(`@${'x'.repeat(41)}`)).toBeNull()
    const { words, caret } = insertMention({ text: 'Hi @Dan, ok', mentions: [] }, 3, 7, dana)
    expect(words.text).toBe('Hi @Dana Alvarez , ok')
    expect(caret).toBe(17)
    expect(writeSource(words)).toBe('Hi <@dana> , ok')
    // The name that is picked is not typed.
    expect(findTypedName(words, caret)).toBeNull()
  })

  it('takes a mention before and behind another one', () => {
    const first = insertMention({ text: '@d', mentions: [] }, 0, 2, dana).words
    const second = insertMention(changeWords(first, `${first.text}@d`, first.text.length + 2), first.text.length, first.text.length + 2, {
      ...dana,
      id: 'other',
    }).words
    expect(writeSource(second)).toBe('<@dana> <@other> ')
    const third = insertMention(changeWords(second, `@d ${second.text}`, 3), 0, 2, { ...dana, id: 'new' }).words
    expect(writeSource(third)).toBe('<@new> <@dana> <@other> ')
  })

  it('reads a stored draft that does not fit as words', () => {
    const mentions = [{ id: 'dana', start: 1, end: 4 }, { id: 'dana', start: 0, end: 99 }, { start: 0, end: 2 }, null, 'x']
    expect(readStoredWords({ text: '@Dana', mentions })).toEqual({ text: '@Dana', mentions: [] })
  })
})
