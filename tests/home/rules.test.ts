import { expect, it } from 'vitest'
import { getGreeting } from '../../domain/home/rules.ts'

it('greets at night without a time of day, and then by morning, afternoon and evening', () => {
  const hours = [0, 1, 4, 5, 11, 12, 17, 18, 23]
  expect(hours.map(getGreeting)).toEqual(['Hello', 'Hello', 'Hello', 'Morning', 'Morning', 'Afternoon', 'Afternoon', 'Evening', 'Evening'])
})
