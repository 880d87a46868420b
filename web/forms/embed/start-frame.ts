import { frameParameter } from '../../../domain/forms/paths.ts'

/** Where the heights go: only to the page that named itself in the address. The browser drops messages to any other page. */
function readParentOrigin(): string | null {
  const named = new URLSearchParams(location.search).get(frameParameter) ?? ''
  return URL.canParse(named) && new URL(named).origin === named ? named : null
}

/**
 * A frame of another site has neither bars nor cookies. So its links open a window of their own, where people can sign in and pay, and the page
 * around it sets the height.
 */
export function startFrame(): void {
  document.addEventListener('click', openInWindow, { capture: true })
  const parentOrigin = readParentOrigin()
  if (parentOrigin === null || parent === window) return
  let sent = 0
  const tellHeight = () => {
    const height = Math.ceil(document.getElementById('content')?.getBoundingClientRect().height ?? 0)
    if (height === 0 || height === sent) return
    sent = height
    parent.postMessage({ kind: 'form-height', height }, parentOrigin)
  }
  new ResizeObserver(tellHeight).observe(document.body)
}

function openInWindow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target !== '' || link.getAttribute('href')?.startsWith('#')) return
  if (!/^https?:$/.test(link.protocol)) return
  event.preventDefault()
  event.stopPropagation()
  window.open(link.href, '_blank', 'noopener')
}
