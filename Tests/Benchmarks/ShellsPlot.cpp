#include "ShellsBench.h"

#include "Scenes/CurvedPatches.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spheretree::bench {
namespace {

struct Panel {
    const char* name;
    double kx, ky;
};
constexpr Panel kPanels[] = {{"flat", 0, 0},        {"curvature 0.1", 0.1, 0.1}, {"curvature 0.3", 0.3, 0.3},
                             {"curvature 1", 1, 1}, {"ridge 1, 0", 1, 0},        {"saddle 0.5, -0.5", 0.5, -0.5}};
constexpr double kDisplacements[] = {0.3, 0.1, 0.03, 0.01, 0.003, 0.001};
constexpr const char* kColours[] = {"#d62728", "#1f77b4", "#2ca02c", "#9467bd"};

using Curves = std::vector<std::array<double, 4>>;  // microseconds by displacement and kind

Curves MeasurePanel(const Panel& panel) {
    // The other body is cut into triangles otherwise: twins would let every tree off lightly.
    const TreesOfAllKinds trees = MakeTreesOf(scenes::MakeCurvedPatch(panel.kx, panel.ky, 48));
    const TreesOfAllKinds others = MakeTreesOf(scenes::MakeCurvedPatch(panel.kx, panel.ky, 41));
    Curves curves;
    for (const double displacement : kDisplacements) {
        auto& point = curves.emplace_back();
        bool touches = false;
        for (size_t k = 0; k < 4; ++k) {
            point[k] = HUGE_VAL;
            for (int repeat = 0; repeat < 3; ++repeat) {
                const QueryCost cost = AskPair(trees[k], {}, others[k], {{0, 0, displacement}, {}});
                point[k] = std::min(point[k], cost.seconds * 1e6);
                touches = touches || cost.touches;
            }
        }
        printf("  %-18s %8.4f  %10.1f %10.1f %10.1f %10.1f%s\n", panel.name, displacement, point[0], point[1], point[2],
               point[3], touches ? "  touching" : "");
    }
    return curves;
}

double PlaceX(double displacement) { return 45 + 205 * std::log10(0.3 / displacement) / 2.5; }
double PlaceY(double microseconds) { return 185 - 160 * (std::log10(std::max(microseconds, 0.1)) + 1) / 6; }

void DrawPanel(FILE* out, const Panel& panel, const Curves& curves, int x, int y) {
    fprintf(out, "<g transform=\"translate(%d %d)\"><text x=\"45\" y=\"16\" font-weight=\"bold\">%s</text>\n", x, y,
            panel.name);
    fprintf(out, "<path d=\"M45 25V185H250\" fill=\"none\" stroke=\"#666\"/>\n");
    for (const double tick : {0.1, 1.0, 10.0, 100.0, 1e3, 1e4})
        fprintf(out, "<text x=\"40\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", PlaceY(tick) + 3, tick);
    for (const double tick : {0.3, 0.03, 0.003})
        fprintf(out, "<text x=\"%.1f\" y=\"198\" text-anchor=\"middle\">%g</text>\n", PlaceX(tick), tick);
    for (size_t k = 0; k < 4; ++k) {
        fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", kColours[k]);
        for (size_t i = 0; i < curves.size(); ++i)
            fprintf(out, "%.1f,%.1f ", PlaceX(kDisplacements[i]), PlaceY(curves[i][k]));
        fprintf(out, "\"/>\n");
    }
    fprintf(out, "</g>\n");
}

}  // namespace

void PlotCosts(const std::string& file) {
    printf(
        "Cost of a query in us against displacement and curvature; patches of 4,608 and 3,362 triangles, one above the "
        "other\n");
    printf("  %-18s %8s  %10s %10s %10s %10s\n", "surface", "apart", "shells", "boxes", "balls", "mixed");
    std::vector<Curves> all;
    for (const Panel& panel : kPanels) all.push_back(MeasurePanel(panel));
    printf("\n");
    FILE* out = file.empty() ? nullptr : std::fopen(file.c_str(), "w");
    if (!out) return;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 480\" font-family=\"sans-serif\" "
            "font-size=\"10\">\n"
            "<rect width=\"800\" height=\"480\" fill=\"white\"/>\n");
    for (size_t i = 0; i < all.size(); ++i)
        DrawPanel(out, kPanels[i], all[i], static_cast<int>(i % 3) * 262, static_cast<int>(i / 3) * 215);
    for (size_t k = 0; k < 4; ++k)
        fprintf(out,
                "<path d=\"M%zu 455h24\" stroke=\"%s\" stroke-width=\"3\"/><text x=\"%zu\" y=\"459\" "
                "font-size=\"12\">%s</text>\n",
                60 + 100 * k, kColours[k], 90 + 100 * k, kTreeKindNames[k]);
    fprintf(out,
            "<text x=\"470\" y=\"459\" font-size=\"12\">microseconds per query, against displacement</text>\n</svg>\n");
    std::fclose(out);
    printf("The picture is in %s.\n", file.c_str());
}

}  // namespace spheretree::bench
