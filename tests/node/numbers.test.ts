import { expect, it } from 'vitest'
import { readNumber } from '../../domain/numbers.ts'

it.each([
  ['12', 12],
  [' 9.5 ', 9.5],
  ['1,234', 1234],
  ['-1,234,567.5', -1_234_567.5],
  // The keypads of many phones have no point.
  ['9,5', 9.5],
  ['-0,25', -0.25],
  ['1234,5', 1234.5],
  ['0,500', Number.NaN],
  ['12,34,567', Number.NaN],
  ['1,5.5', Number.NaN],
  ['9,', Number.NaN],
  ['', Number.NaN],
  ['ten', Number.NaN],
  ['Infinity', Number.NaN],
])('The number %o is read as %o', (text, number) => {
  expect(readNumber(text)).toBe(number)
})
