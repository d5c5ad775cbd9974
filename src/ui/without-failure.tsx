import { Component, type ReactNode } from 'react';

/** Shows its children, and nothing in their place once they failed to be drawn: for pictures whose figures stand beside them. */
export class WithoutFailure extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
