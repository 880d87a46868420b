import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { afterEach, expect, it } from 'vitest'
import { HandOver } from '../../domain/teams/contract.ts'

type Request = { call: string; token: string | undefined; body: string }

const requests: Request[] = []
let answer = { status: 204, body: '' }

const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  requests.push({ call: `${method} ${url}`, token: headers.authorization, body: await text(request) })
  response.writeHead(answer.status, { 'content-type': 'application/problem+json' }).end(answer.body || undefined)
})

/** Runs the command of an operator, as `npm run admin` does. */
async function runAdmin(...args: string[]) {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['scripts/admin.ts', ...args, '--url', url], {
    env: { ...process.env, ADMIN_TOKEN: 'of-an-operator' },
  })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { out: out.trim(), error: error.trim(), code }
}

afterEach(async () => {
  requests.length = 0
  answer = { status: 204, body: '' }
  await new Promise((resolve) => server.close(resolve))
})

it('An operator gives a community without an owner to a member', async () => {
  expect(await runAdmin('teams', 'recover', 'lost team', 'person-c')).toEqual({
    out: 'person-c is now the owner of lost team.',
    error: '',
    code: 0,
  })
  const [request] = requests
  expect(request).toMatchObject({ call: 'PUT /api/admin/teams/lost%20team/owner', token: 'Bearer of-an-operator' })
  // What the endpoint reads (`tests/attacks/hand-over.test.ts` says what it does).
  expect(v.parse(HandOver, JSON.parse(request?.body ?? ''))).toEqual({ to: 'person-c' })
}, 30_000)

it('An operator reads why a community cannot be given away, and what is missing', async () => {
  const problem = { type: 'about:blank', title: 'This community has an owner.', status: 409, code: 'TeamHasOwner', requestId: 'r-1' }
  answer = { status: 409, body: JSON.stringify(problem) }
  const refused = await runAdmin('teams', 'recover', 'crew', 'person-c')
  expect([refused.code, refused.error]).toEqual([1, 'This community has an owner. (TeamHasOwner, request r-1)'])
  const incomplete = await runAdmin('teams', 'recover', 'crew')
  expect(incomplete.code).toBe(2)
  expect(incomplete.error).toContain('USER is missing.')
  expect(requests).toHaveLength(1)
}, 30_000)
