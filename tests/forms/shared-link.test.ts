import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { enterAndSetUp, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { makeTeam, publishForm, saveSettings, shirtForm } from './try-out.ts'

collectLog()

let owner: Person
let team = ''
let id = ''

const metaOf = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]
async function previewOf(formId: string) {
  const html = await (await ask(`/form/${formId}`)).text()
  return { title: metaOf(html, 'og:title'), description: metaOf(html, 'og:description'), image: metaOf(html, 'og:image') }
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  owner = await enterAndSetUp('shared-link-owner')
  team = await makeTeam(owner, 'Sunset Smashers')
  id = await publishForm(owner, team, { ...shirtForm(), title: 'Spring shirts', intro: 'Choose **your** size.\n\nThey come in May.' })
})

describe('A shared link to a form', () => {
  it('shows its title, its community, its introduction and the picture of the community', async () => {
    const preview = await previewOf(id)
    expect(preview).toMatchObject({
      title: 'Spring shirts · Gather',
      description: 'A form of Sunset Smashers. Choose your size. They come in May.',
      image: metaOf(await (await ask(`/team/${team}`)).text(), 'og:image'),
    })
    expect(preview.image).toContain(`/pictures/teams/${team}/`)
    await env.DB.prepare("UPDATE teams SET photo_key = 'a-photo' WHERE id = ?").bind(team).run()
    expect((await previewOf(id)).image).toMatch(/\/files\/photos\/a-photo\/1280$/)
  })

  it('says no more than a stranger sees before it opens and after it has closed', async () => {
    await saveSettings(owner, id, { opensAt: Date.now() + 3_600_000 })
    expect((await previewOf(id)).description).toBe('A form of Sunset Smashers. It is not open yet.')
    await saveSettings(owner, id, { closesAt: 1 })
    expect((await previewOf(id)).description).toBe('A form of Sunset Smashers. It is closed.')
  })

  it('shows nothing of a form that is not published, or not for everyone', async () => {
    const draft = await owner
      .ask(`/api/teams/${team}/forms`, { method: 'POST', json: { from: { kind: 'template', template: 'waiver' } } })
      .then((answer) => answer.json<{ id: string }>())
    const unknown = await previewOf('unknown-form')
    expect(unknown.title).toBe('Form · Gather')
    expect(await previewOf(draft.id)).toEqual(unknown)
    for (const audience of ['members', 'code', 'signedIn', 'people'] as const) {
      await saveSettings(owner, id, { audience, code: 'OPEN' })
      expect(await previewOf(id), audience).toEqual(unknown)
    }
  })
})
