import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message, OpenConversation } from '../../domain/messages/contract.ts'
import type { MessageFile } from '../../domain/messages/files.ts'
import { dana } from './people-examples.ts'
import { answerUploads } from './setup/answer-uploads.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const id = 'direct_dana'
const conversation: OpenConversation = {
  ...{ id, kind: 'direct', name: dana.name, photo: null, person: dana, team: null, event: null, blocked: false, mutedUntil: null },
  ...{
    isRequest: false,
    last: null,
    unread: 0,
    mentionedSeq: null,
    mayWrite: true,
    mayModerate: false,
    mayPin: true,
    nextGameId: null,
    participants: [],
  },
}

const log = page.getByRole('log', { name: 'Messages' })
const field = page.getByRole('textbox', { name: `Message ${dana.name}` })
const tray = page.getByRole('list', { name: 'Attached files' })
const send = page.getByRole('button', { name: 'Send' })

const aFile = (number: number, more: Partial<MessageFile> = {}): MessageFile => ({
  ...{ id: `01234567-89ab-cdef-0123-${String(number).padStart(12, '0')}`, name: 'rules.pdf', kind: 'pdf', size: 123_456 },
  ...{ width: null, height: null, description: null },
  ...more,
})
const aPicture = (number: number, more: Partial<MessageFile> = {}) =>
  aFile(number, { name: `IMG_${number}.jpg`, kind: 'picture', width: 1280, height: 640, ...more })

let server: ConversationServer

async function drawPicture(name = 'court.png'): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 60
  canvas.height = 40
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], name, { type: 'image/png' })
}

const aPdf = (name = 'rules.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' })

/** Answers uploads as the server does. */
function takeUploads() {
  answerUploads()
  answerWith({
    [`POST /api/conversations/${id}/files`]: ({ query }) => {
      if (!server.isReachable) return refuse('Unexpected', 'Something went wrong on our side.')
      const name = query.name ?? ''
      const known = [...server.files.values()].find((file) => file.name === name)
      const number = server.files.size + 1
      const file = known ?? (name.endsWith('.pdf') ? aFile(number, { name }) : aPicture(number, { name, width: 60, height: 40 }))
      server.files.set(file.id, file)
      return file
    },
  })
}

async function start(messages: Message[] = [makeMessage(1)]) {
  server = new ConversationServer({ conversation, people: [dana], messages })
  takeUploads()
  const app = await openApp(`/messages/${id}`, { viewer: someone })
  await expect.element(field).toBeVisible()
  return app
}

const pick = (...files: File[]) => userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, files)

const move = (type: string, files: File[], target: EventTarget) => {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const init = { bubbles: true, cancelable: true }
  target.dispatchEvent(
    type === 'paste' ? new ClipboardEvent(type, { ...init, clipboardData: dataTransfer }) : new DragEvent(type, { ...init, dataTransfer }),
  )
}

afterEach(() => void vi.unstubAllGlobals())

describe('the files of a message', () => {
  const withFiles = (files: MessageFile[], text = '') => [makeMessage(1, { text, files })]

  it('are a grid of pictures in sizes that are known, and rows to save', async () => {
    await start(
      withFiles([
        aPicture(1, { description: 'The new court' }),
        aFile(2),
        aFile(3, { name: 'plan.xlsx', kind: 'spreadsheet', size: 2_500_000 }),
      ]),
    )
    const picture = log.getByRole('button', { name: 'Open The new court' }).getByRole('presentation')
    await expect.element(picture).toHaveAttribute('width', '320')
    await expect.element(picture).toHaveAttribute('height', '160')
    await expect.element(log.getByRole('link', { name: /rules\.pdf PDF, 123 KB/ })).toHaveAttribute('download', 'rules.pdf')
    await expect
      .element(log.getByRole('link', { name: /plan\.xlsx Spreadsheet, 2\.5 MB/ }))
      .toHaveAttribute('href', `/files/message-files/${id}.${aFile(3).id}`)
    await expect.element(log.getByRole('article', { name: /Dana Alvarez.*3 files/ })).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('open in a dialog with the keyboard, which leads to the others', async () => {
    await start(withFiles([aPicture(1), aPicture(2, { description: 'Second' }), aPicture(3)]))
    const first = log.getByRole('button', { name: 'Open IMG_1.jpg' })
    await expect.element(first).toBeVisible()
    ;(first.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = (name: string) => page.getByRole('dialog', { name })
    await expect.element(dialog('IMG_1.jpg').getByText('1 of 3')).toBeVisible()
    await dialog('IMG_1.jpg').getByRole('button', { name: 'Next picture' }).click()
    await expect.element(dialog('Second').getByRole('img', { name: 'Second' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(dialog('IMG_1.jpg').getByText('1 of 3')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(dialog('IMG_3.jpg').getByRole('link', { name: 'Save this picture' })).toBeVisible()
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('IMG_3.jpg')).not.toBeInTheDocument()
  })

  it('fit on a phone, also ten with long names', async () => {
    await page.viewport(390, 844)
    const files = Array.from({ length: 10 }, (_, n) => (n < 7 ? aPicture(n) : aFile(n, { name: `${'W'.repeat(90)}.pdf` })))
    await start(withFiles(files, 'Look'))
    await expect.element(log.getByRole('link').first()).toBeVisible()
    await expectNoHorizontalScroll()
  })

  it('are words in the list, in pins and in answers', async () => {
    await start([makeMessage(1, { text: '', files: [aPicture(1), aPicture(2)] }), makeMessage(2, { replyTo: 1, text: 'Nice' })])
    await expect.element(log.getByRole('button', { name: /Dana Alvarez 2 photos/ })).toBeVisible()
    server.say({ type: 'pins', pins: [{ seq: 1, authorId: dana.id, text: '', files: { count: 1, pictures: 1, name: 'a.jpg' } }] })
    await expect.element(page.getByRole('button', { name: /Pinned Photo/ })).toBeVisible()
    const last = { seq: 1, at: Date.now(), authorId: someone.id, text: '', files: { count: 1, pictures: 0, name: 'rules.pdf' } }
    answerWith({ 'GET /api/conversations': { conversations: [{ ...conversation, last }], next: null } })
    await openApp('/messages', { viewer: someone })
    await expect.element(page.getByRole('link', { name: /You: rules\.pdf/ })).toBeVisible()
  })
})

describe('attaching', () => {
  it('uploads while the author writes, and sends the files with their words', async () => {
    await start()
    await pick(await drawPicture(), aPdf())
    await expect.element(tray.getByRole('textbox')).toHaveLength(2)
    await expectAccessibleInBothThemes()
    await tray.getByRole('textbox', { name: 'Description of court.png' }).fill('The new court')
    await field.fill('Look at this')
    await send.click()
    await expect.element(log.getByRole('button', { name: 'Open The new court' })).toBeVisible()
    await expect.element(log.getByRole('link', { name: /rules\.pdf/ })).toBeVisible()
    await expect.element(tray).not.toBeInTheDocument()
    expect(requestsTo(`POST /api/conversations/${id}/messages`).map(({ body }) => body)).toMatchObject([
      {
        text: 'Look at this',
        files: [
          { id: aPicture(1).id, description: 'The new court' },
          { id: aFile(2).id, description: null },
        ],
      },
    ])
  })

  it('takes what is pasted or dropped, and needs no text', async () => {
    await start()
    move('paste', [await drawPicture('pasted.png')], field.element())
    await expect.element(tray.getByText('pasted.png')).toBeVisible()
    move('dragover', [aPdf()], document.body)
    move('drop', [aPdf('dropped.pdf')], document.body)
    await expect.element(tray.getByText('dropped.pdf')).toBeVisible()
    await tray.getByRole('button', { name: 'Remove dropped.pdf' }).click()
    await expect.element(tray.getByText('dropped.pdf')).not.toBeInTheDocument()
    await expect.element(send).toBeEnabled()
    await send.click()
    await expect.element(log.getByRole('button', { name: 'Open pasted.png' })).toBeVisible()
    expect(server.messages.at(-1)).toMatchObject({ text: '', files: [{ name: 'pasted.png' }] })
  })

  it('says why a file is refused, and sends nothing until it is removed', async () => {
    await start()
    answerWith({ [`POST /api/conversations/${id}/files`]: () => refuse('FileKindRefused', 'We do not take files of this kind.') })
    await pick(aPdf('program.pdf'))
    await expect.element(tray.getByText('We do not take files of this kind.')).toBeVisible()
    await field.fill('Hello')
    await expect.element(send).toBeDisabled()
    await tray.getByRole('button', { name: 'Remove program.pdf' }).click()
    await expect.element(send).toBeEnabled()
  })

  it('tries an upload again that did not arrive', async () => {
    await start()
    server.isReachable = false
    await pick(aPdf())
    await expect.element(tray.getByText('Not uploaded yet.')).toBeVisible()
    server.isReachable = true
    await tray.getByRole('button', { name: 'Try again' }).click()
    await expect.element(tray.getByRole('textbox', { name: 'Description of rules.pdf' })).toBeVisible()
  })

  it('stops at ten files', async () => {
    await start()
    await pick(...Array.from({ length: 11 }, (_, n) => aPdf(`${n}.pdf`)))
    await expect.element(page.getByText('A message can have up to 10 files.')).toBeVisible()
    await expect.element(tray.getByRole('textbox')).toHaveLength(10)
  })

  it('keeps the files of a draft and of an unsent message, and sends each once, in order, after a reload', async () => {
    const app = await start()
    // Unsent messages stand below those of the server, so these have to be there.
    await expect.element(log.getByText('Message 1')).toBeVisible()
    server.isReachable = false
    await pick(await drawPicture('first.png'))
    await expect.element(tray.getByText('Not uploaded yet.')).toBeVisible()
    await send.click()
    await field.fill('Second')
    await send.click()
    await expect.element(log.getByRole('img', { name: 'first.png' })).toBeVisible()
    await pick(aPdf('draft.pdf'))
    await expect.element(tray.getByText('draft.pdf')).toBeVisible()
    server.isReachable = true
    await app.reload()
    await expect
      .poll(() => {
        // A message that is on its way while the network comes back fails, and would wait for its next try.
        dispatchEvent(new Event('online'))
        return server.messages.map(({ text, files }) => [text, files?.map(({ name }) => name)])
      })
      .toEqual([
        ['Message 1', undefined],
        ['', ['first.png']],
        ['Second', undefined],
      ])
    await expect.element(tray.getByText('draft.pdf')).toBeVisible()
    await send.click()
    await expect.element(log.getByRole('link', { name: /draft\.pdf/ })).toBeVisible()
  })
})
