import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Texts that people did not understand, or that say too much about others. */
const oldWords = /On we go|Good night|\bput one up\b|You know .* from playing|hours together|Hosts see when|All that are to come/

it('No screen uses words that were replaced because people did not understand them', () => {
  expect('12 hours together this week').toMatch(oldWords)
  const files = globSync('{domain,worker,web}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => oldWords.test(readFileSync(file, 'utf8')))).toEqual([])
})
