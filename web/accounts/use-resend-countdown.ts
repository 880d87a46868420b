import { useEffect, useState } from 'react'

const countdownSeconds = 30

/** Counts down after we sent an email, so that a user does not request many emails while the first one is still being delivered. */
export function useResendCountdown(startsAtOnce: boolean) {
  const [secondsLeft, setSecondsLeft] = useState(startsAtOnce ? countdownSeconds : 0)
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, start: () => setSecondsLeft(countdownSeconds) }
}
