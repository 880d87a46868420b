import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimLifetime, type HostnameCheck, type TeamHostname } from '../../domain/hostnames/contract.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { createDns } from '../../sandbox/dns/dns.ts'
import { endOldClaims, startClaim } from '../../worker/hostnames/team-hostname.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enter, type Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { watchTrail } from '../teams/new-changes.ts'

collectLog()
const queues = holdQueues()

const db = () => openPrimary(env.DB)
const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

type Club = { id: string; owner: Person }
let clubs = 0

/** A community with the plan Pro. */
async function startClub(): Promise<Club> {
  clubs += 1
  const owner = await enter(`domain-owner-${clubs}`)
  const id = `domain-club-${clubs}`
  await createTeam(db(), { now: 1, newId: () => id }, owner.id, { name: 'Court Crew', description: '' })
  await setPlan(id, 'PRO')
  return { id, owner }
}
const setPlan = (id: string, plan: string) => run('UPDATE teams SET plan = ? WHERE id = ?', plan, id)

const at = ({ id }: Club, path = '') => `/api/teams/${id}/hostname${path}`
const read = async (club: Club) => (await club.owner.ask(at(club))).json<TeamHostname>()
const claim = (club: Club, host: string) => club.owner.ask(at(club), { method: 'POST', json: { host } })
const check = (club: Club) => club.owner.ask(at(club, '/check'), { method: 'POST' })
const remove = (club: Club) => club.owner.ask(at(club), { method: 'DELETE' })
const missingOf = async (club: Club) => (await (await check(club)).json<HostnameCheck>()).missing
const outcomeOf = async (answer: Promise<Response>) => {
  const response = await answer
  return response.ok ? response.status : `${response.status} ${(await readProblem(response)).code}`
}
const statusAt = async (host: string) => (await ask('/', { origin: `https://${host}` })).status

let dns = createDns()
const setRecord = (record: { type: string; name: string; value: string }) =>
  dns(new Request('http://dns/', { method: 'PUT', body: JSON.stringify({ ...record, values: [record.value] }) }), '/records')
const setAll = async (club: Club) => {
  for (const record of (await read(club)).domain?.records ?? []) await setRecord(record)
}
/** The domains of which Cloudflare is told. */
async function takeServed() {
  await waitForEmptyOutbox()
  return queues.work.splice(0).flatMap(({ body }) => (body.kind === 'serve-host' ? body.host : []))
}
/** Adds a domain and proves it. */
async function goLive(club: Club, host: string) {
  await claim(club, host)
  await setAll(club)
  expect(await missingOf(club)).toEqual([])
}

beforeEach(() => {
  dns = createDns()
  vi.stubGlobal('fetch', (url: URL) => dns(new Request(url), url.pathname.replace('/dns', '')))
  return () => vi.unstubAllGlobals()
})

describe('The domain that an owner adds', () => {
  it('is live at once when both records are there, and the trail says so', async () => {
    const club = await startClub()
    expect(await read(club)).toEqual({ isAllowed: true, domain: null })
    expect(await statusAt('play.live.example')).toBe(404)
    expect(await outcomeOf(claim(club, 'Play.Live.example.'))).toBe(204)
    const { domain } = await read(club)
    expect(domain).toMatchObject({
      host: 'play.live.example',
      isLive: false,
      records: [
        { type: 'CNAME', name: 'play.live.example', value: 'localhost' },
        { type: 'TXT', name: '_verify.play.live.example' },
      ],
    })
    expect(await missingOf(club)).toEqual(['CNAME', 'TXT'])
    const [cname, txt] = domain?.records ?? []
    if (!cname || !txt) throw new Error('There are no records')
    await setRecord(cname)
    await setRecord({ ...txt, value: 'something-else' })
    expect(await missingOf(club)).toEqual(['TXT'])
    expect(await statusAt('play.live.example')).toBe(404)

    await setRecord(txt)
    const watch = watchTrail(async () => (await club.owner.ask(`/api/teams/${club.id}/changes`)).json<TeamChangePage>())
    const [added, again] = [await watch(() => check(club)), await watch(() => check(club))]
    expect(await takeServed()).toEqual(['play.live.example'])
    expect([added, again]).toEqual([[`${club.owner.name} gave the community the domain play.live.example.`], []])
    expect(await read(club)).toEqual({
      isAllowed: true,
      domain: { host: 'play.live.example', isLive: true, records: [], endsAt: null },
    })
    expect(await statusAt('play.live.example')).toBe(200)

    expect(await watch(() => remove(club))).toEqual([`${club.owner.name} took play.live.example away from the community.`])
    expect(await statusAt('play.live.example')).toBe(404)
    expect(await outcomeOf(remove(club))).toBe(204)
    expect(await takeServed()).toEqual(['play.live.example'])
    expect(await outcomeOf(check(club))).toBe('404 HostnameNotFound')
  })

  it('is one at a time, and each claim has a proof of its own', async () => {
    const club = await startClub()
    await claim(club, 'play.once.example')
    const first = await read(club)
    expect(await outcomeOf(claim(club, 'play.once.example'))).toBe(204)
    expect(await read(club)).toEqual(first)
    expect(await outcomeOf(claim(club, 'other.once.example'))).toBe('409 TeamHasHostname')
    await setAll(club)
    await remove(club)
    await claim(club, 'play.once.example')
    expect(await missingOf(club)).toEqual(['TXT'])
    await setAll(club)
    await check(club)
    expect(await outcomeOf(claim(club, 'other.once.example'))).toBe('409 TeamHasHostname')
  })

  it('belongs to whoever proves it first, and not to whoever asks first', async () => {
    const [early, fast, late] = [await startClub(), await startClub(), await startClub()]
    await claim(early, 'play.shared.example')
    await goLive(fast, 'play.shared.example')
    await setAll(early)
    expect(await outcomeOf(check(early))).toBe('409 HostnameTaken')
    expect(await outcomeOf(claim(late, 'play.shared.example'))).toBe('409 HostnameTaken')
    await remove(fast)
    expect(await missingOf(early)).toEqual([])
  })

  it('cannot be one of ours', async () => {
    const { id, owner } = await startClub()
    const product = {
      productUrl: 'https://play.gather.example',
      productHosts: new Map([['play.gather.example', 'gth' as const]]),
      dnsUrl: '',
    }
    for (const host of ['play.gather.example', 'club.play.gather.example']) {
      const asked = startClaim(db(), { now: 1, newId: () => 'token' }, product, { userId: owner.id, teamId: id, host })
      await expect(asked).rejects.toMatchObject({ code: 'HostnameIsOurs' })
    }
  })

  it('needs the plan Pro to be added or checked, and stays without it', async () => {
    const [leaving, waiting] = [await startClub(), await startClub()]
    await goLive(leaving, 'play.kept.example')
    await claim(waiting, 'play.waits.example')
    await setAll(waiting)
    for (const { id } of [leaving, waiting]) await setPlan(id, 'VARSITY')
    expect(await read(leaving)).toMatchObject({ isAllowed: false, domain: { isLive: true } })
    expect(await statusAt('play.kept.example')).toBe(200)
    expect(await outcomeOf(check(waiting))).toBe('409 HostnameNeedsPlan')
    expect(await outcomeOf(remove(leaving))).toBe(204)
    expect(await outcomeOf(claim(leaving, 'play.kept.example'))).toBe('409 HostnameNeedsPlan')
  })

  it('is forgotten after seven days without a proof', async () => {
    const [proved, waiting] = [await startClub(), await startClub()]
    await goLive(proved, 'play.proved.example')
    await claim(waiting, 'play.late.example')
    const endsAt = (await read(waiting)).domain?.endsAt ?? 0
    expect(endsAt - Date.now()).toBeGreaterThan(claimLifetime - 60_000)
    await endOldClaims(db(), endsAt - 1)
    expect((await read(waiting)).domain).not.toBeNull()
    await endOldClaims(db(), endsAt + 1)
    expect((await read(waiting)).domain).toBeNull()
    expect((await read(proved)).domain).toMatchObject({ isLive: true })
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => new Response('', { status: 502 })],
    ['answers something else', () => new Response('<html>')],
    ['cannot be reached', () => Promise.reject(new TypeError('no network'))],
  ])('waits while the resolver %s', async (_, answer) => {
    const club = await startClub()
    await claim(club, `play.dark-${clubs}.example`)
    await setAll(club)
    vi.stubGlobal('fetch', answer)
    expect(await outcomeOf(check(club))).toBe('503 DnsUnavailable')
    expect((await read(club)).domain).toMatchObject({ isLive: false })
  })
})
