const headers = { 'content-type': 'application/octet-stream' }

/** Sends the content of a file, and says how much of it has arrived. */
export function postBlob(path: string, blob: Blob, onProgress: (share: number) => void): Promise<Response> {
  // Only this kind of request says how far it is. A service worker does not have it.
  if (typeof XMLHttpRequest === 'undefined') return fetch(path, { method: 'POST', headers, body: blob })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('The file could not be sent.'))
    request.send(blob)
  })
}
