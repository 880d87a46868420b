import { describe, expect, it } from 'vitest'
import { refusedFiles } from '../files/file-examples.ts'
import { joinBytes, makePng, svgWithScript } from '../files/pictures.ts'
import { countStored, openFile, sayWith, upload } from '../messages/file-people.ts'
import { makeFriends } from '../messages/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const disguised = { ...refusedFiles, 'drawing.png': joinBytes(svgWithScript), 'cut.png': joinBytes(makePng(8, 8).subarray(0, -20)) }

describe('A file in disguise', () => {
  it('is refused, and nothing of it is stored', async () => {
    const { anna, id } = await makeFriends()
    for (const [name, bytes] of Object.entries(disguised)) {
      const answer = await upload(anna, id, bytes, { name })
      expect([name, answer.status, (await readProblem(answer)).code]).toEqual([name, 400, 'FileKindRefused'])
    }
    expect(await countStored(id)).toBe(0)
  })

  it('that is two things at once is only saved, and never shown', async () => {
    const { anna, ben, id } = await makeFriends()
    for (const bytes of [
      joinBytes(new TextEncoder().encode('%PDF-1.7\n<script>alert(1)</script>')),
      joinBytes(new TextEncoder().encode('ID3'), new TextEncoder().encode('<html><script>alert(1)</script>')),
      joinBytes(new TextEncoder().encode('Hello\n<script>alert(1)</script>')),
    ]) {
      const file = await (await upload(anna, id, bytes, { name: 'index.html' })).json<{ id: string; kind: 'pdf' }>()
      await sayWith(anna, id, [file])
      const { headers } = await openFile(ben, id, file)
      expect(headers.get('content-type')).not.toContain('html')
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="index\.html\.(pdf|mp3|txt)"/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('with code behind a picture loses it', async () => {
    const { anna, ben, id } = await makeFriends()
    const both = joinBytes(makePng(8, 8), new TextEncoder().encode('<script>alert(1)</script>'))
    const file = await (await upload(anna, id, both, { name: 'a.png' })).json<{ id: string; kind: 'picture' }>()
    await sayWith(anna, id, [file])
    expect(await (await openFile(ben, id, file)).text()).not.toContain('script')
  })
})

describe('The address of an upload', () => {
  it.each([
    'name=a.pdf',
    'idempotencyKey=12345678',
    'name=&idempotencyKey=12345678',
    `name=${'x'.repeat(256)}&idempotencyKey=12345678`,
    'name=a%0Ab.pdf%07&idempotencyKey=12345678',
    'name=a.pdf&idempotencyKey=../../avatars',
  ])('with ?%s is refused', async (query) => {
    const { anna, id } = await makeFriends()
    const answer = await ask(`/api/conversations/${id}/files?${query}`, {
      method: 'POST',
      viewer: anna,
      headers: { 'content-type': 'application/octet-stream' },
      body: '%PDF-1.7',
    })
    expect(answer.status).toBe(400)
    expect(await countStored(id)).toBe(0)
  })
})
