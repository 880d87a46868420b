import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { maxUnsentFiles } from '../../domain/forms/limits.ts'

it('In production, one address can try 10 accounts per minute', () => {
  const { ratelimits } = readConfig({ config: 'wrangler.toml', env: 'production' })
  expect(ratelimits).toContainEqual(expect.objectContaining({ name: 'ACCOUNT_LIMIT', simple: { limit: 10, period: 60 } }))
})

it('In production, one person can add as many files to a form in a minute as a form takes', () => {
  const { ratelimits } = readConfig({ config: 'wrangler.toml', env: 'production' })
  expect(ratelimits).toContainEqual(expect.objectContaining({ name: 'FILE_LIMIT', simple: { limit: maxUnsentFiles, period: 60 } }))
})

it('The guide to production names the setting of the zone that redirects plain http', () => {
  expect(readFileSync('docs/DEPLOY.md', 'utf8')).toContain('Always Use HTTPS')
})
