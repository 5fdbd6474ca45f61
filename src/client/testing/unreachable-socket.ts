/** Replaces `WebSocket` without a server: it closes without ever having been open. */
export class UnreachableSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 3;

  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 })));
  }

  close(): void {}
}
