// The script of the mailbox page. The address contains the state: #<email id> and ?matching=<address>.
const byId = (id) => document.getElementById(id)
const parts = ['html', 'text', 'headers']
let openId = null
let listedIds = ''

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const formatShort = (at) => (new Date(at).toDateString() === new Date().toDateString() ? time : day).format(at)
const nameOf = (from) => from.replace(/\s*<.*>$/, '') || from

function element(tag, className, text) {
  const created = document.createElement(tag)
  if (className) created.className = className
  if (text !== undefined) created.textContent = text
  return created
}

function createRow(mail) {
  const link = element('a', 'mail')
  link.href = `#${mail.id}`
  const head = element('span', 'line')
  head.append(element('span', 'sender', nameOf(mail.from)), element('time', 'soft', formatShort(mail.receivedAt)))
  const to = element('span', 'address', mail.to)
  link.append(head, element('b', 'subject', mail.subject), element('span', 'preview', mail.preview), to)
  for (const part of link.querySelectorAll('.subject, .preview, .sender')) part.dir = 'auto'
  const item = element('li')
  item.append(link)
  return item
}

async function refresh() {
  const matching = byId('search').value.trim()
  let messages
  try {
    const response = await fetch(`/mailbox/messages?summary&limit=100${matching ? `&matching=${encodeURIComponent(matching)}` : ''}`)
    messages = (await response.json()).messages
  } catch {
    showNotice('The sandbox is not running.', 'Start it with npm start. This page then updates itself.')
    listedIds = ''
    return
  }
  const state = messages.map((mail) => mail.id).join()
  if (state === listedIds && messages.length > 0) return
  listedIds = state
  byId('mails').replaceChildren(...messages.map(createRow))
  if (messages.length > 0) byId('none').hidden = true
  else if (matching) showNotice('No emails to this address.', 'You can search for any part of an address.')
  else showNotice('No emails yet.', 'Emails that the product sends on this computer appear here at once.')
  markOpenMail()
}

function showNotice(title, text) {
  byId('none').replaceChildren(element('b', '', title), element('p', '', text))
  byId('none').hidden = false
  byId('mails').replaceChildren()
}

function markOpenMail() {
  for (const link of document.querySelectorAll('.mail')) {
    if (link.hash.slice(1) === openId) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

async function openMail() {
  const id = location.hash.slice(1)
  if (id === openId) return
  const response = id && id !== 'list' ? await fetch(`/mailbox/messages/${id}`) : null
  openId = response?.ok ? id : null
  byId('reader').hidden = openId === null
  byId('pick').hidden = openId !== null
  byId('box').classList.toggle('reading', openId !== null)
  markOpenMail()
  if (openId === null) {
    document.title = 'Mailbox'
    return
  }
  const mail = await response.json()
  document.title = mail.subject
  byId('subject').textContent = mail.subject
  byId('subject').dir = 'auto'
  byId('from').textContent = mail.from
  byId('to').textContent = mail.to
  byId('sent').textContent = dateTime.format(mail.receivedAt)
  byId('files').replaceChildren(
    ...(mail.attachments ?? []).map(({ name }, index) => {
      const link = element('a', '', name)
      link.href = `/mailbox/messages/${id}/files/${index}`
      return link
    }),
  )
  byId('frame').src = `/mailbox/messages/${id}/html`
  byId('text').textContent = mail.text
  byId('headers').replaceChildren(
    ...Object.entries(mail.headers).flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]),
  )
  byId('leave').hidden = !mail.headers['List-Unsubscribe-Post']
  byId('leave-text').textContent = 'This email has one-click unsubscribe.'
  byId('unsubscribe').hidden = false
  showPart('html')
}

function showPart(selected) {
  for (const part of parts) {
    byId(`tab-${part}`).setAttribute('aria-selected', String(part === selected))
    byId(`tab-${part}`).tabIndex = part === selected ? 0 : -1
    byId(`part-${part}`).hidden = part !== selected
  }
}

for (const [index, part] of parts.entries()) {
  byId(`tab-${part}`).addEventListener('click', () => showPart(part))
  byId(`tab-${part}`).addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = parts[(index + step + parts.length) % parts.length]
    showPart(next)
    byId(`tab-${next}`).focus()
  })
}

byId('unsubscribe').addEventListener('click', async () => {
  const response = await fetch(`/mailbox/messages/${openId}/unsubscribe`, { method: 'POST' })
  const { status } = await response.json()
  const done = response.ok && status === 200
  byId('leave-text').textContent = done ? 'You are unsubscribed.' : `Unsubscribing failed with status ${status ?? response.status}.`
  byId('unsubscribe').hidden = done
})

byId('clear').addEventListener('click', async () => {
  await fetch('/mailbox/messages', { method: 'DELETE' })
  location.hash = 'list'
  await refresh()
})

byId('search').value = new URLSearchParams(location.search).get('matching') ?? ''
byId('search').addEventListener('input', async () => {
  const matching = byId('search').value.trim()
  history.replaceState(null, '', `${location.pathname}${matching ? `?matching=${encodeURIComponent(matching)}` : ''}${location.hash}`)
  await refresh()
})
addEventListener('hashchange', openMail)
setInterval(refresh, 2000)
await refresh()
await openMail()
