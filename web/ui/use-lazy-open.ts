import { useState } from 'react'

/** For a dialog whose code is loaded when it is first opened. From then on it stays: it is to be seen closing, too. */
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
