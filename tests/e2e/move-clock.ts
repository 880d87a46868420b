import { type APIRequestContext, expect } from '@playwright/test'

const asAdmin = { authorization: 'Bearer local-admin-token' }

/** Moves the clock of the product by this many milliseconds. The clock of the page stays as it is. */
export async function moveClock(request: APIRequestContext, forward: number): Promise<void> {
  const answer = await request.post('/api/admin/clock', { headers: asAdmin, data: { forward } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
