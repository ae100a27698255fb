import { Component, type ReactNode } from 'react';

/** The time until a failed widget is rendered again, in milliseconds. With newer rows the error may be gone. */
const TILE_RETRY_DELAY_MS = 10_000;

interface Props {
  /** Shown in place of a failed widget. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches the error of a widget, so that only its tile fails. */
export class TileBoundary extends Component<Props, { failed: boolean }> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('A widget failed', error);
  }

  override componentDidMount(): void {
    this.tryAgainLater();
  }

  override componentDidUpdate(): void {
    this.tryAgainLater();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private tryAgainLater(): void {
    if (!this.state.failed || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.setState({ failed: false });
    }, TILE_RETRY_DELAY_MS);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
