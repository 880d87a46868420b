import { useEffect, useState } from 'react'

/** The address of a picture that is kept on this device. Null until it is read, and if it is not there. */
export function useLocalUrl(viewerId: string, key: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    let created: string | null = null
    void import('./local-files.ts')
      .then(({ readLocalFile }) => readLocalFile(viewerId, key))
      .then((file) => {
        if (!file || isGone) return
        created = URL.createObjectURL(file.blob)
        setUrl(created)
      })
      // The row shows the name then.
      .catch(() => undefined)
    return () => {
      isGone = true
      if (created !== null) URL.revokeObjectURL(created)
    }
  }, [viewerId, key])
  return url
}
