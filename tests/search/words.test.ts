import { describe, expect, it } from 'vitest'
import { isOneSlipFrom, slipsOf, variantsOf, wantedWords, wordsOf } from '../../domain/search/words.ts'

describe('Words to look for', () => {
  it.each([
    ['Sunrise  Open play', ['sunrise', 'open', 'play']],
    ['  ', []],
    ['"*" OR ()^ -:', ['or']],
    ['""\'\'**^^--', []],
    ['Café', ['cafe']],
    ['one two three four five', ['three', 'four', 'five']],
    ['🏀', ['🏀']],
  ])('%s', (typed, words) => expect(wantedWords(typed)).toEqual(words))

  it('are read up to a length', () => expect(wantedWords(`${'a'.repeat(10_000)} tennis`)).toEqual(['a'.repeat(32)]))
  it('of a thing are each kept once', () =>
    expect(wordsOf('Tennis at Oak', 'Tennis', 'Oak Courts')).toEqual(['tennis', 'at', 'oak', 'courts']))
})

describe('A slip', () => {
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
    expect(isOneSlipFrom(typed, meant)).toBe(isSlip)
    expect(slipsOf(typed).includes(meant)).toBe(isSlip)
    if (isSlip) expect(variantsOf(meant).some((variant) => variantsOf(typed).includes(variant))).toBe(true)
  })

  it('is not looked for in short words and numbers', () => expect(['run', '2026', 'abc'].flatMap(variantsOf)).toEqual([]))
})
