import { vi } from 'vitest'

/** Uploads use another kind of request than everything else, because only that kind says how far it is. This one asks the test, too. */
export function answerUploads(): void {
  vi.stubGlobal('XMLHttpRequest', TestUpload)
}

class TestUpload {
  status = 0
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  readonly #headers = new Headers()
  #method = ''
  #url = ''
  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  async send(body: Blob) {
    this.upload.onprogress?.({ loaded: body.size / 4, total: body.size })
    try {
      const answer = await fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      this.status = answer.status
      this.responseText = await answer.text()
      this.onload?.()
    } catch {
      this.onerror?.()
    }
  }
}
