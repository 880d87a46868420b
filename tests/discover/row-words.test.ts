import { describe, expect, it } from 'vitest'
import { levelWords } from '../../web/discover/row-words.ts'

describe('The levels of a game in a list', () => {
  it.each([
    ['chess', 3.5, 5, 'Intermediate to expert'],
    ['chess', 1.5, 2.5, 'New to intermediate'],
    ['chess', 2, 2, 'Beginner'],
    ['chess', null, 2.5, 'Up to intermediate'],
    ['chess', 2.5, null, 'Beginner and up'],
    ['chess', null, null, 'Any level'],
    ['tennis', 2, 3, '3.0 to 3.5'],
  ])('%s from %s to %s: %s', (activity, levelMin, levelMax, words) => expect(levelWords({ activity, levelMin, levelMax })).toBe(words))
})
