import { useEffect, useState } from 'react'

/** Whether this time is still to come. */
export function useIsBefore(time: number): boolean {
  const [reached, setReached] = useState(0)
  const isBefore = time > Date.now() && reached !== time
  useEffect(() => {
    if (!isBefore) return
    const timer = setTimeout(() => setReached(time), time - Date.now())
    return () => clearTimeout(timer)
  }, [isBefore, time])
  return isBefore
}
