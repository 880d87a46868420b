import { describe, expect, it } from 'vitest'
import { breakLines } from '../../web/forms/submissions/pdf/draw-blocks.ts'

const measure = (text: string) => text.length

describe('The lines of a PDF', () => {
  it('break between words, and in a word that is longer than a line', () => {
    expect(breakLines('one two three', 7, measure)).toEqual(['one two', 'three'])
    expect(breakLines('abcdefghij kl', 4, measure)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(breakLines('a\n\nb', 4, measure)).toEqual(['a', '', 'b'])
    expect(breakLines('', 4, measure)).toEqual([''])
  })

  it('lose no letter of a text', () => {
    const text = 'The quick brown fox jumps over the lazy dog and a verylongwordwithoutanyspace at the end.'
    for (let width = 2; width < 30; width += 1) {
      const lines = breakLines(text, width, measure)
      expect(lines.every((line) => line.length <= width)).toBe(true)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
  })
})
