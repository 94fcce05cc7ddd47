import { Component, type ReactNode } from 'react';
import { ErrorState } from '../parts/states';

interface State {
  error: unknown;
}

/** Error boundary that keeps the navigation usable if a screen throws or its code fails to load. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    // Reloads the page, because an update of the panel removes the old script files.
    return <ErrorState error={this.state.error} onRetry={() => window.location.reload()} />;
  }
}
