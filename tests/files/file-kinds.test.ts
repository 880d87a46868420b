import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { fileKinds } from '../../worker/file-kinds.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const owner: Viewer = { id: 'file-owner', name: 'Owner', emailVerified: true, profileComplete: true }
const stranger: Viewer = { ...owner, id: 'file-stranger', name: 'Stranger' }
const teamHost = 'http://files-team.localhost:5173'

const messageFolders = ['message-pictures', 'message-files']
const someFile = 'team_files-team.01234567-89ab-cdef-0123-456789abcdef'

/** The URL of one file of each kind. The export belongs to the owner; nobody has sent the files of messages. */
const paths = Object.fromEntries(
  fileKinds.map(({ folder, sizes }) => [
    folder,
    messageFolders.includes(folder)
      ? `/files/${folder}/${someFile}${sizes ? `/${sizes[0]}` : ''}`
      : sizes
        ? `/files/${folder}/${'f'.repeat(43)}/${sizes[0]}`
        : `/files/${folder}/the-export.zip`,
  ]),
)
const publicKinds = fileKinds.filter(({ maySee }) => maySee === 'everyone')
const privateKinds = fileKinds.filter(({ maySee }) => maySee !== 'everyone')
const ownKinds = privateKinds.filter(({ folder }) => !messageFolders.includes(folder))

beforeAll(async () => {
  for (const viewer of [owner, stranger]) await ask('/api/session', { viewer })
  await Promise.all(Object.values(paths).map((address) => env.FILES.put(address.replace('/files/', ''), 'A file')))
  await env.DB.prepare("INSERT INTO data_exports VALUES ('the-export', ?, 'ready', 1, 1, 6, 1, 1, 9000000000000)").bind(owner.id).run()
  await addForm()
  await claimHostname(openPrimary(env.DB), 'files-team.localhost', 'files-team', 1)
})

/** The owner runs a form, of which there is a file. */
const addForm = () =>
  env.DB.batch(
    [
      "INSERT INTO teams (id, name, description, created_at, updated_at) VALUES ('form-team', 'Club', '', 1, 1)",
      `INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('form-team', '${owner.id}', 'owner', 1)`,
      "INSERT INTO forms (id, team_id, title, draft, created_at, updated_at) VALUES ('file-form', 'form-team', 'F', '{}', 1, 1)",
      `INSERT INTO form_exports (id, form_id, user_id, format, state, part, created_at, expires_at)
        VALUES ('the-export', 'file-form', '${owner.id}', 'zip', 'made', '{}', 1, 9000000000000)`,
    ].map((statement) => env.DB.prepare(statement)),
  )

const readStatus = async (address: string, viewer: Viewer | null, origin = productOrigin) => (await ask(address, { viewer, origin })).status

describe('Each kind of file', () => {
  it('is public or private', () => {
    expect(publicKinds.map(({ folder }) => folder)).toEqual(['avatars', 'photos'])
    expect(privateKinds.map(({ folder }) => folder)).toEqual(['exports', 'form-exports', ...messageFolders])
  })

  it.each(publicKinds)('of $folder can be read by everyone who has its URL, and cached forever', async ({ folder }) => {
    const answer = await ask(paths[folder] ?? '')
    expect([answer.status, await answer.text()]).toEqual([200, 'A file'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await readStatus(paths[folder] ?? '', null, teamHost)).toBe(200)
  })

  it.each(ownKinds)('of $folder can be read only by its owner, and is never cached', async ({ folder }) => {
    const address = paths[folder] ?? ''
    expect([await readStatus(address, null), await readStatus(address, stranger), await readStatus(address, owner)]).toEqual([
      401, 404, 200,
    ])
    const answer = await ask(address, { viewer: owner })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('content-disposition')).toContain('attachment')
  })

  it('of a message does not exist for who is not in its conversation', async () => {
    for (const folder of messageFolders)
      for (const viewer of [null, stranger, owner]) expect(await readStatus(paths[folder] ?? '', viewer), folder).toBe(404)
  })

  it.each(privateKinds)('of $folder is checked on every request, even with a known etag', async ({ folder }) => {
    const address = paths[folder] ?? ''
    const { httpEtag } = (await env.FILES.head(address.replace('/files/', ''))) ?? { httpEtag: '' }
    const again = await ask(address, { viewer: stranger, headers: { 'if-none-match': httpEtag } })
    expect(again.status).toBe(404)
  })

  it.each(privateKinds)('of $folder is not available on a community’s own domain', async ({ folder }) => {
    expect(await readStatus(paths[folder] ?? '', owner, teamHost)).toBe(404)
  })

  it('is found only by its own URL', async () => {
    for (const wrongPath of [
      '/files/exports/the-export',
      '/files/exports/%2E%2E%2Fexports%2Fthe-export.zip',
      '/files/exports',
      '/files/other/the-export.zip',
    ]) {
      expect(await readStatus(wrongPath, owner), wrongPath).toBe(404)
    }
  })
})
