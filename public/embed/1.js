// Puts a form into a page of another site. The form is in a frame that is as high as its content.
;(() => {
  const script = document.currentScript
  const { form, title = 'Form', theme, query = '' } = script.dataset
  const { origin } = new URL(script.src)
  // The form is as light or dark as the page, unless the page says more.
  const scheme = getComputedStyle(document.documentElement).colorScheme
  const found = scheme === 'dark' ? 'dark' : /light.*dark|dark.*light/.test(scheme) ? 'system' : 'light'
  const address = new URL(`/form/${encodeURIComponent(form)}?${query}`, origin)
  address.searchParams.set('frame', location.origin)
  address.searchParams.set('theme', theme ?? found)
  const frame = document.createElement('iframe')
  Object.assign(frame, { src: address.href, title, allow: 'clipboard-write' })
  Object.assign(frame.style, { display: 'block', width: '100%', height: '480px', border: '0' })
  addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== frame.contentWindow || sender !== origin || data?.kind !== 'form-height') return
    if (Number.isFinite(data.height)) frame.style.height = `${Math.min(Math.max(data.height, 120), 30000)}px`
  })
  script.replaceWith(frame)
})()
