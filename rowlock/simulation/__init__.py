"""Many games by the kernel: runs, summaries, plots, the cluster."""
