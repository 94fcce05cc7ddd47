import { Component, type ReactNode } from 'react';
import { ErrorState } from '../parts/states';

interface State {
  error: unknown;
}

/** A screen that throws while it is drawn (or whose code can't be loaded) leaves the navigation standing. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    // Loaded anew as a whole: after an update of the panel its old files are gone.
    return <ErrorState error={this.state.error} onRetry={() => window.location.reload()} />;
  }
}
