import { describe, expect, it } from 'vitest'
import { listMessageWords, splitAtFound } from '../../domain/messages/search.ts'

const findIn = (text: string, q: string) =>
  splitAtFound(text, q)
    .filter(({ isFound }) => isFound)
    .map((piece) => piece.text)

describe('The search in messages', () => {
  it('takes letters and numbers as words, and eight of them at most', () => {
    expect(listMessageWords('"court" 7pm, café!')).toEqual(['court', '7pm', 'café'])
    expect(listMessageWords('-- !! 🎾')).toEqual([])
    expect(listMessageWords('a b c d e f g h i')).toHaveLength(8)
  })

  it('marks whole words, and the start of a word for the last one', () => {
    expect(findIn('Court and courts, the scourt', 'court')).toEqual(['Court', 'court'])
    expect(findIn('courts at court 4', 'court a')).toEqual(['a', 'court'])
    expect(findIn('A.B', 'a.b')).toEqual(['A', 'B'])
  })

  it('keeps the whole text', () => {
    const text = 'See you at the north court. Bring balls!'
    for (const q of ['north b', 'zebra', '', '.'])
      expect(
        splitAtFound(text, q)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
  })
})
