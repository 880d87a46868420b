import { describe, expect, it } from 'vitest'
import { listSearchWords, listTypos, listVariants, listWords } from '../../domain/search/words.ts'
import { isLikelyMisspelling, isOneTypoApart } from '../../domain/spelling.ts'

describe('The search words', () => {
  it.each([
    ['Sunrise  Open play', ['sunrise', 'open', 'play']],
    ['  ', []],
    ['"*" OR ()^ -:', ['or']],
    ['""\'\'**^^--', []],
    ['Café', ['cafe']],
    ['one two three four five', ['three', 'four', 'five']],
    ['🏀', ['🏀']],
  ])('of %s are %j', (typed, words) => expect(listSearchWords(typed)).toEqual(words))

  it('are read only up to a maximum length', () => expect(listSearchWords(`${'a'.repeat(10_000)} tennis`)).toEqual(['a'.repeat(32)]))
  it('of an item contain each word once', () =>
    expect(listWords('Tennis at Oak', 'Tennis', 'Oak Courts')).toEqual(['tennis', 'at', 'oak', 'courts']))
})

describe('A typo', () => {
  it.each([
    ['pickelball', 'pickleball', true],
    ['tenis', 'tennis', true],
    ['tennnis', 'tennis', true],
    ['tennus', 'tennis', true],
    ['tennis', 'tennis', false],
    ['tinnes', 'tennis', false],
    ['tnenis', 'tennis', true],
    ['abcd', 'badc', false],
    ['soccer', 'softer', false],
  ])('%s for %s: %s', (typed, meant, isSlip) => {
    expect(isOneTypoApart(typed, meant)).toBe(isSlip)
    expect(listTypos(typed).includes(meant)).toBe(isSlip)
    if (isSlip) expect(listVariants(meant).some((variant) => listVariants(typed).includes(variant))).toBe(true)
  })

  it.each([
    ['begginer', 'beginner', true],
    ['beginer', 'beginner', true],
    ['badmitton', 'badminton', true],
    ['raquetball', 'racquetball', true],
    ['tenniss', 'tennis', true],
    ['golf', 'golf', false],
    ['gol', 'golf', false],
    ['softer', 'soccer', false],
  ])('or doubled letters: %s for %s: %s', (typed, meant, isLikely) => {
    expect(isLikelyMisspelling(typed, meant)).toBe(isLikely)
    if (isLikely) expect(listVariants(meant).some((variant) => listVariants(typed).includes(variant))).toBe(true)
  })

  it('is not corrected in short words and numbers', () => expect(['run', '2026', 'abc'].flatMap(listVariants)).toEqual([]))
})
