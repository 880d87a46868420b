self.onmessage = ({ data }: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null), data)
}
