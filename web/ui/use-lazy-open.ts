import { useState } from 'react'

/** State for a dialog whose code loads when it opens for the first time. Render it while `wasOpened`, so that its closing is animated. */
export function useLazyOpen() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return { isOpen, wasOpened, open, close }
}
