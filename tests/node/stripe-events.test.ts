import { readFileSync } from 'node:fs'
import path from 'node:path'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { eventTypes } from '../../domain/payments/webhooks.ts'
import { root } from '../../scripts/environment.ts'

test('The guide for a deploy lists exactly the events that the product reads, and Stripe knows each', () => {
  const known: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[] = eventTypes
  const guide = readFileSync(path.join(root, 'docs/DEPLOY.md'), 'utf8').split('\n## Stripe\n')[1]?.split('\n## ')[0] ?? ''
  expect([...guide.matchAll(/^ {4}([a-z_.]+)$/gm)].map(([, type]) => type)).toEqual(known)
})
