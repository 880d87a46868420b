// The mailbox as a person sees it. The address holds the state: #<mail> and ?matching=<address>.
const byId = (id) => document.getElementById(id)
const parts = ['html', 'text', 'headers']
let shown = null
let newest = ''

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const short = (at) => (new Date(at).toDateString() === new Date().toDateString() ? time : day).format(at)
const nameOf = (from) => from.replace(/\s*<.*>$/, '') || from

function element(tag, className, text) {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

function row(mail) {
  const link = element('a', 'mail')
  link.href = `#${mail.id}`
  const head = element('span', 'line')
  head.append(element('span', 'sender', nameOf(mail.from)), element('time', 'soft', short(mail.receivedAt)))
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
    say('The sandbox is not running.', 'Start it again with npm start; this page comes back by itself.')
    newest = ''
    return
  }
  const state = messages.map((mail) => mail.id).join()
  if (state === newest && messages.length > 0) return
  newest = state
  byId('mails').replaceChildren(...messages.map(row))
  if (messages.length > 0) byId('none').hidden = true
  else if (matching) say('No mail to that address.', 'Search takes any part of an address.')
  else say('No mail yet.', 'What the product sends on this machine arrives here at once.')
  mark()
}

function say(title, text) {
  byId('none').replaceChildren(element('b', '', title), element('p', '', text))
  byId('none').hidden = false
  byId('mails').replaceChildren()
}

function mark() {
  for (const link of document.querySelectorAll('.mail')) {
    if (link.hash.slice(1) === shown) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

async function open() {
  const id = location.hash.slice(1)
  if (id === shown) return
  const response = id && id !== 'list' ? await fetch(`/mailbox/messages/${id}`) : null
  shown = response?.ok ? id : null
  byId('reader').hidden = shown === null
  byId('pick').hidden = shown !== null
  byId('box').classList.toggle('reading', shown !== null)
  mark()
  if (shown === null) {
    document.title = 'Mailbox'
    return
  }
  const mail = await response.json()
  document.title = mail.subject
  byId('subject').textContent = mail.subject
  byId('subject').dir = 'auto'
  byId('from').textContent = mail.from
  byId('to').textContent = mail.to
  byId('sent').textContent = moment.format(mail.receivedAt)
  byId('frame').src = `/mailbox/messages/${id}/html`
  byId('text').textContent = mail.text
  byId('headers').replaceChildren(
    ...Object.entries(mail.headers).flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]),
  )
  byId('leave').hidden = !mail.headers['List-Unsubscribe-Post']
  byId('leave-text').textContent = 'This mail offers one-click unsubscribe.'
  byId('unsubscribe').hidden = false
  show('html')
}

function show(wanted) {
  for (const part of parts) {
    byId(`tab-${part}`).setAttribute('aria-selected', String(part === wanted))
    byId(`tab-${part}`).tabIndex = part === wanted ? 0 : -1
    byId(`part-${part}`).hidden = part !== wanted
  }
}

for (const [index, part] of parts.entries()) {
  byId(`tab-${part}`).addEventListener('click', () => show(part))
  byId(`tab-${part}`).addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = parts[(index + step + parts.length) % parts.length]
    show(next)
    byId(`tab-${next}`).focus()
  })
}

byId('unsubscribe').addEventListener('click', async () => {
  const response = await fetch(`/mailbox/messages/${shown}/unsubscribe`, { method: 'POST' })
  const { status } = await response.json()
  const done = response.ok && status === 200
  byId('leave-text').textContent = done ? 'Unsubscribed with one click.' : `The product answered ${status ?? response.status}.`
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
addEventListener('hashchange', open)
setInterval(refresh, 2000)
await refresh()
await open()
